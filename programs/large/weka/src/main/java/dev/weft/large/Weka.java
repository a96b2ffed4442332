package dev.weft.large;

import dev.weft.bench.macro.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import weka.classifiers.Classifier;
import weka.classifiers.Evaluation;
import weka.classifiers.bayes.NaiveBayes;
import weka.classifiers.functions.SMO;
import weka.classifiers.trees.J48;
import weka.classifiers.trees.RandomForest;
import weka.clusterers.SimpleKMeans;
import weka.core.Attribute;
import weka.core.DenseInstance;
import weka.core.Instances;

/** Weka: classifiers, some with threads of their own, are trained and evaluated on data of a fixed seed. */
public final class Weka extends LargeProgram {
    private static final int INSTANCES = 300;
    private static final long SEED = 42;

    private Instances data;

    @Override
    protected void start(Place place) {
        ArrayList<Attribute> attributes = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            attributes.add(new Attribute("a" + i));
        }
        attributes.add(new Attribute("class", List.of("low", "middle", "high")));
        data = new Instances("large", attributes, INSTANCES);
        data.setClassIndex(5);
        Random random = new Random(SEED);
        for (int n = 0; n < INSTANCES; n++) {
            double[] values = new double[6];
            double sum = 0;
            for (int i = 0; i < 5; i++) {
                values[i] = random.nextDouble();
                sum += values[i] * (i + 1);
            }
            values[5] = sum < 6 ? 0 : sum < 9 ? 1 : 2;
            data.add(new DenseInstance(1, values));
        }
    }

    @Override
    public int kinds() {
        return 5;
    }

    @Override
    public long unit(int worker, int kind) throws Exception {
        Classifier classifier;
        switch (kind) {
            case 0 -> classifier = new J48();
            case 1 -> {
                RandomForest forest = new RandomForest();
                forest.setNumIterations(20);
                forest.setNumExecutionSlots(4);
                classifier = forest;
            }
            case 2 -> classifier = new NaiveBayes();
            case 3 -> classifier = new SMO();
            default -> {
                return clusters();
            }
        }
        Evaluation evaluation = new Evaluation(data);
        evaluation.crossValidateModel(classifier, data, 5, new Random(SEED));
        return evaluation.toMatrixString().hashCode();
    }

    private long clusters() throws Exception {
        Instances unlabelled = new Instances(data);
        unlabelled.setClassIndex(-1);
        unlabelled.deleteAttributeAt(5);
        SimpleKMeans means = new SimpleKMeans();
        means.setNumClusters(4);
        means.setNumExecutionSlots(4);
        means.setPreserveInstancesOrder(true);
        means.buildClusterer(unlabelled);
        long sum = 0;
        for (int each : means.getAssignments()) {
            sum = sum * 31 + each;
        }
        return sum;
    }

    @Override
    protected void stop() {}
}
