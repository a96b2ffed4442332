package dev.weft.large.webapp;

import javax.ws.rs.ApplicationPath;
import javax.ws.rs.core.Application;

/** Says where the resources are. */
@ApplicationPath("/rest")
public class Resources extends Application {}
