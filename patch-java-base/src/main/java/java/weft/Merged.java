package java.weft;

/** Stands, in inferred stack map frames, for what several classes have in common; no class implements it. */
public interface Merged {}
