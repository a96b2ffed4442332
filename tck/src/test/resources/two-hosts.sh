# Two hosts, each in a network namespace, with a link between them; for a shell in the first one (unshare -n).
# Arguments: java and its options. Runs dev.weft.tck.programs.NetworkFaults on both; all of it ends with the program.
set -e
ip link set lo up
unshare -n sleep 300 &
holder=$!
trap 'kill $holder' EXIT
own=$(readlink /proc/self/ns/net)
while [ "$(readlink /proc/$holder/ns/net)" = "$own" ] || [ "$(cat /proc/$holder/comm)" != sleep ]; do
    sleep 0.05
done
ip link add weft0 type veth peer name weft1
ip link set weft1 netns $holder
ip addr add 10.200.0.1/24 dev weft0
ip link set weft0 up
nsenter -t $holder -n sh -c 'ip link set lo up && ip addr add 10.200.0.2/24 dev weft1 && ip link set weft1 up'
main=dev.weft.tck.programs.NetworkFaults
"$@" $main $holder "$@" $main server
