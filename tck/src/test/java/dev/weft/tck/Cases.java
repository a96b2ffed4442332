package dev.weft.tck;

import dev.weft.tck.cases.AccessContextCases;
import dev.weft.tck.cases.BarrierCases;
import dev.weft.tck.cases.BlockageCases;
import dev.weft.tck.cases.CallerCases;
import dev.weft.tck.cases.ChannelCases;
import dev.weft.tck.cases.ClassFileCases;
import dev.weft.tck.cases.ClassKindCases;
import dev.weft.tck.cases.ClassShapeCases;
import dev.weft.tck.cases.CollectionCases;
import dev.weft.tck.cases.CompletionCases;
import dev.weft.tck.cases.ConstructionCases;
import dev.weft.tck.cases.ControlFlowCases;
import dev.weft.tck.cases.DatagramCases;
import dev.weft.tck.cases.DeadlockCases;
import dev.weft.tck.cases.DriverCases;
import dev.weft.tck.cases.ExceptionCases;
import dev.weft.tck.cases.ExecutorCases;
import dev.weft.tck.cases.GroupCases;
import dev.weft.tck.cases.GroupLifeCases;
import dev.weft.tck.cases.HandleCases;
import dev.weft.tck.cases.HandleTargetCases;
import dev.weft.tck.cases.HandlerCases;
import dev.weft.tck.cases.HeldMonitorCases;
import dev.weft.tck.cases.HiddenCases;
import dev.weft.tck.cases.HiddenClassCases;
import dev.weft.tck.cases.IdentityCases;
import dev.weft.tck.cases.IndirectCases;
import dev.weft.tck.cases.InheritanceCases;
import dev.weft.tck.cases.InterruptBlockingCases;
import dev.weft.tck.cases.InterruptCases;
import dev.weft.tck.cases.InterruptUtilitiesCases;
import dev.weft.tck.cases.JoinCases;
import dev.weft.tck.cases.LambdaCases;
import dev.weft.tck.cases.LargeGroupCases;
import dev.weft.tck.cases.LibraryCallbackCases;
import dev.weft.tck.cases.LockCases;
import dev.weft.tck.cases.ManagementCases;
import dev.weft.tck.cases.MonitorCases;
import dev.weft.tck.cases.MonitorExitCases;
import dev.weft.tck.cases.MovingStackCases;
import dev.weft.tck.cases.NullMessageCases;
import dev.weft.tck.cases.ParkCases;
import dev.weft.tck.cases.PipeCases;
import dev.weft.tck.cases.PoolCases;
import dev.weft.tck.cases.QueueCases;
import dev.weft.tck.cases.ReadWriteLockCases;
import dev.weft.tck.cases.ReferenceQueueCases;
import dev.weft.tck.cases.ReflectionCases;
import dev.weft.tck.cases.SerializationCases;
import dev.weft.tck.cases.SleepCases;
import dev.weft.tck.cases.SocketCases;
import dev.weft.tck.cases.SocketCloseCases;
import dev.weft.tck.cases.StackTraceCases;
import dev.weft.tck.cases.StackWalkCases;
import dev.weft.tck.cases.StartCases;
import dev.weft.tck.cases.StateCases;
import dev.weft.tck.cases.StreamCases;
import dev.weft.tck.cases.StreamCloseCases;
import dev.weft.tck.cases.SynchronizerCases;
import dev.weft.tck.cases.ThreadLocalCases;
import dev.weft.tck.cases.ValueCases;
import dev.weft.tck.cases.WaitCases;
import dev.weft.tck.cases.WaitingStateCases;
import dev.weft.tck.control.BrokenCases;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** The list of all cases. */
public final class Cases {
    private static final List<Class<?>> SUITE = List.of(
            IdentityCases.class,
            StartCases.class,
            JoinCases.class,
            StateCases.class,
            WaitingStateCases.class,
            MovingStackCases.class,
            GroupCases.class,
            GroupLifeCases.class,
            LargeGroupCases.class,
            InheritanceCases.class,
            ThreadLocalCases.class,
            HandlerCases.class,
            InterruptCases.class,
            InterruptUtilitiesCases.class,
            InterruptBlockingCases.class,
            ParkCases.class,
            SleepCases.class,
            MonitorCases.class,
            MonitorExitCases.class,
            WaitCases.class,
            LockCases.class,
            ReadWriteLockCases.class,
            AccessContextCases.class,
            BarrierCases.class,
            SynchronizerCases.class,
            QueueCases.class,
            ReferenceQueueCases.class,
            CollectionCases.class,
            ExecutorCases.class,
            PoolCases.class,
            CompletionCases.class,
            ValueCases.class,
            ControlFlowCases.class,
            ExceptionCases.class,
            ConstructionCases.class,
            LambdaCases.class,
            LibraryCallbackCases.class,
            StreamCases.class,
            StreamCloseCases.class,
            ClassShapeCases.class,
            HiddenClassCases.class,
            ClassKindCases.class,
            ReflectionCases.class,
            SerializationCases.class,
            CallerCases.class,
            HiddenCases.class,
            ClassFileCases.class,
            StackTraceCases.class,
            StackWalkCases.class,
            HandleCases.class,
            HandleTargetCases.class,
            IndirectCases.class,
            DriverCases.class,
            NullMessageCases.class,
            SocketCases.class,
            SocketCloseCases.class,
            DatagramCases.class,
            ChannelCases.class,
            PipeCases.class,
            ManagementCases.class,
            BlockageCases.class,
            HeldMonitorCases.class,
            DeadlockCases.class);

    private static final List<String> API = List.of(
            "VirtualSocketCases",
            "VirtualThreadCases",
            "ThreadBuilderCases",
            "DurationCases",
            "FutureCases",
            "PerTaskExecutorCases",
            "SubjectCases",
            "ShapeCases");

    private Cases() {}

    private static List<Class<?>> classes(String list) {
        return switch (list) {
            case "controls" -> List.of(BrokenCases.class);
            case "api" -> API.stream().<Class<?>>map(Cases::load).toList();
            default -> SUITE;
        };
    }

    /** A class that is not compiled with this one, since it uses an API that JDK 17 lacks. */
    private static Class<?> load(String name) {
        try {
            return Class.forName("dev.weft.tck.api." + name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("the cases of the API are not on the class path", e);
        }
    }

    /** The cases of a list: the suite, the API of JEP 444, or the controls, which show that the harness can fail. */
    public static List<CaseMethod> of(String list) {
        List<CaseMethod> result = new ArrayList<>();
        for (Class<?> each : classes(list)) {
            Method[] methods = each.getDeclaredMethods();
            Arrays.sort(methods, Comparator.comparing(Method::getName));
            for (Method method : methods) {
                Case annotation = method.getAnnotation(Case.class);
                if (annotation != null) {
                    result.add(new CaseMethod(annotation.value(), method));
                }
            }
        }
        return result;
    }
}
