package dev.weft.weaver.weave;

import dev.weft.weaver.recipe.Recipe;
import dev.weft.weaver.recipe.io.IoRecipes;
import dev.weft.weaver.recipe.link.ExportWithoutLambda;
import dev.weft.weaver.recipe.link.HideAgentJar;
import dev.weft.weaver.recipe.link.HideGeneratedClasses;
import dev.weft.weaver.recipe.link.HideTwinsInFiles;
import dev.weft.weaver.recipe.link.LinkAsHost;
import dev.weft.weaver.recipe.link.ProbeBeforeDefinition;
import dev.weft.weaver.recipe.link.PublishPackages;
import dev.weft.weaver.recipe.link.ShowAuthorsCode;
import dev.weft.weaver.recipe.link.WeaveGeneratedClasses;
import dev.weft.weaver.recipe.local.AskWhoHasTheValue;
import dev.weft.weaver.recipe.local.DropBindingsAtExit;
import dev.weft.weaver.recipe.local.FindForkedTasks;
import dev.weft.weaver.recipe.local.KeepCodersOffCarriers;
import dev.weft.weaver.recipe.local.KeepZipCodersOffCarriers;
import dev.weft.weaver.recipe.local.MoveCachesToCarriers;
import dev.weft.weaver.recipe.local.MoveRandomsToCarriers;
import dev.weft.weaver.recipe.management.CommitEvents;
import dev.weft.weaver.recipe.management.LeaveOutEventsOfStreams;
import dev.weft.weaver.recipe.management.MakeThreadInfosAlone;
import dev.weft.weaver.recipe.management.ManageFibers;
import dev.weft.weaver.recipe.management.RecordFibers;
import dev.weft.weaver.recipe.management.RecordFibersByDefault;
import dev.weft.weaver.recipe.management.RecordFilesOfFibers;
import dev.weft.weaver.recipe.management.RecordSocketsOfFibers;
import dev.weft.weaver.recipe.management.RegisterFibersBean;
import dev.weft.weaver.recipe.management.ShowLockedMonitors;
import dev.weft.weaver.recipe.markword.DescribeMarkWord;
import dev.weft.weaver.recipe.reflect.ConnectOnFibers;
import dev.weft.weaver.recipe.reflect.HandlesOfFibers;
import dev.weft.weaver.recipe.reflect.HideWovenMembers;
import dev.weft.weaver.recipe.reflect.HideWovenMembersFromLookups;
import dev.weft.weaver.recipe.reflect.ReflectOnFibers;
import dev.weft.weaver.recipe.security.AllowRuntimePackages;
import dev.weft.weaver.recipe.security.CheckParkedDomains;
import dev.weft.weaver.recipe.shutdown.AwaitFibersAtExit;
import dev.weft.weaver.recipe.thread.CountHandwrittenTwins;
import dev.weft.weaver.recipe.thread.DelayInSimulations;
import dev.weft.weaver.recipe.thread.ImplementAccessors;
import dev.weft.weaver.recipe.thread.InheritContextsOfFibers;
import dev.weft.weaver.recipe.thread.InterruptFibers;
import dev.weft.weaver.recipe.thread.JoinFibers;
import dev.weft.weaver.recipe.thread.KeepWorkersInOrder;
import dev.weft.weaver.recipe.thread.LaunchMainInFiber;
import dev.weft.weaver.recipe.thread.LeaveGroupsFast;
import dev.weft.weaver.recipe.thread.MakeThreadsCheap;
import dev.weft.weaver.recipe.thread.MakeWayForStarving;
import dev.weft.weaver.recipe.thread.NameThreadsLate;
import dev.weft.weaver.recipe.thread.RefuseToStopFibers;
import dev.weft.weaver.recipe.thread.RemoveFromQueues;
import dev.weft.weaver.recipe.thread.RestrictVirtualThreads;
import dev.weft.weaver.recipe.thread.RunOutermostTwin;
import dev.weft.weaver.recipe.thread.ShowFibers;
import dev.weft.weaver.recipe.thread.StartFibers;
import dev.weft.weaver.recipe.thread.StripeGroups;
import dev.weft.weaver.recipe.thread.TakeLocksWhole;
import dev.weft.weaver.recipe.thread.TwinsOfThreadStatics;
import dev.weft.weaver.recipe.trace.MendMessages;
import dev.weft.weaver.recipe.trace.MendStackTraces;
import dev.weft.weaver.recipe.trace.MendStackWalks;
import java.util.ArrayList;
import java.util.List;

/**
 * The lists of recipes, one for each release of the JDK, in the order in which they are applied: the only place where
 * the order is visible. Each recipe says itself which it must come after; {@link JdkProfile} compares.
 */
public final class Recipes {
    private Recipes() {}

    /** The list for JDK 17, with all siblings for its updates. */
    static List<Recipe> forJdk17(JdkProfile profile) {
        List<Recipe> recipes = new ArrayList<>();
        recipes.add(new StartFibers());
        recipes.add(new JoinFibers());
        recipes.add(new RemoveFromQueues());
        recipes.add(new MakeThreadsCheap());
        recipes.add(new NameThreadsLate());
        recipes.add(new InheritContextsOfFibers());
        recipes.add(new MoveRandomsToCarriers());
        recipes.add(new FindForkedTasks());
        recipes.add(new DropBindingsAtExit());
        recipes.add(new AskWhoHasTheValue());
        recipes.addAll(MoveCachesToCarriers.all());
        recipes.add(new KeepCodersOffCarriers());
        recipes.add(new KeepZipCodersOffCarriers());
        recipes.add(new LeaveGroupsFast());
        recipes.add(new StripeGroups());
        recipes.add(new InterruptFibers());
        recipes.add(new KeepWorkersInOrder());
        recipes.add(new TakeLocksWhole());
        recipes.add(new MakeWayForStarving());
        recipes.add(new DelayInSimulations());
        recipes.add(new RefuseToStopFibers());
        recipes.add(new RestrictVirtualThreads());
        recipes.add(new ShowFibers());
        recipes.add(new ManageFibers());
        recipes.add(new RegisterFibersBean());
        recipes.add(new RecordFibers());
        recipes.add(new RecordFibersByDefault());
        recipes.add(new LeaveOutEventsOfStreams());
        recipes.addAll(CommitEvents.all());
        recipes.add(new RecordSocketsOfFibers());
        recipes.add(new RecordFilesOfFibers());
        recipes.add(new ShowLockedMonitors());
        recipes.add(new MakeThreadInfosAlone());
        recipes.add(new TwinsOfThreadStatics());
        recipes.add(new RunOutermostTwin());
        recipes.add(new LaunchMainInFiber());
        recipes.addAll(CountHandwrittenTwins.all());
        recipes.add(new MendStackTraces());
        recipes.add(new MendMessages());
        recipes.add(new MendStackWalks());
        recipes.add(new CheckParkedDomains());
        recipes.add(new ProbeBeforeDefinition());
        recipes.add(new AllowRuntimePackages());
        recipes.add(new HideWovenMembers());
        recipes.add(new HideWovenMembersFromLookups());
        recipes.add(new ReflectOnFibers());
        recipes.add(new HandlesOfFibers());
        recipes.add(new ConnectOnFibers());
        recipes.add(new LinkAsHost());
        recipes.add(new PublishPackages());
        recipes.add(new HideAgentJar());
        recipes.add(new HideTwinsInFiles());
        recipes.add(new ExportWithoutLambda());
        recipes.add(new WeaveGeneratedClasses());
        recipes.add(new ShowAuthorsCode());
        recipes.add(new HideGeneratedClasses());
        recipes.add(new AwaitFibersAtExit());
        recipes.addAll(IoRecipes.all());
        recipes.add(new DescribeMarkWord(profile.markWord()));
        // last: it adds members to classes that others look through
        recipes.add(new ImplementAccessors());
        return recipes;
    }
}
