/** What no workload may lack, whatever the published schemas allow. Each function returns one line for each thing that is missing. */

const NO_RIGHTS = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
};

/** A service of the Compose file. */
export function composeConfinement(name, { read_only, cap_drop, cap_add, security_opt, mem_limit, ...rest }) {
  const lacks = [
    [read_only === true, 'read_only: true'],
    [String(cap_drop) === 'ALL' && mayHave(cap_add), 'cap_drop: [ALL]'],
    [security_opt?.includes('no-new-privileges:true'), 'no-new-privileges'],
    [mem_limit !== undefined, 'mem_limit'],
    [rest.networks !== undefined || rest.network_mode?.startsWith('service:'), 'networks of its own'],
  ];
  return linesOf(`service ${name}`, lacks);
}

/** A proxy's program does not even start without the right to ports below 1024. */
function mayHave(capabilities = ['NET_BIND_SERVICE']) {
  return String(capabilities) === 'NET_BIND_SERVICE';
}

/** An object of an overlay, as it is rendered. */
export function kubernetesConfinement(object) {
  if (object.kind === 'NetworkPolicy') return openPolicies(object);
  const { template } = object.spec?.jobTemplate?.spec ?? object.spec ?? {};
  const pod = template?.spec;
  if (!pod) return [];
  const lacks = [
    [pod.automountServiceAccountToken === false, 'automountServiceAccountToken: false'],
    [pod.securityContext?.runAsNonRoot === true, 'runAsNonRoot'],
    [pod.securityContext?.seccompProfile?.type === 'RuntimeDefault', 'a seccomp profile'],
    [!pod.hostNetwork && !pod.hostPID && !pod.hostIPC, 'a place apart from the host'],
  ];
  const containers = [...(pod.initContainers ?? []), ...pod.containers];
  return [...linesOf('the pod', lacks), ...containers.flatMap(unconfinedContainer)];
}

function unconfinedContainer({ name, securityContext = {}, resources }) {
  const lacks = Object.entries(NO_RIGHTS).map(([right, wanted]) => [
    JSON.stringify(securityContext[right]) === JSON.stringify(wanted),
    `${right}: ${JSON.stringify(wanted)}`,
  ]);
  return linesOf(`container ${name}`, [...lacks, [resources?.limits?.memory, 'a memory limit']]);
}

/** Egress to a port alone is egress to anybody's. */
function openPolicies({ spec }) {
  const open = (spec.egress ?? []).filter(({ to = [] }) => to.length === 0);
  return open.map(() => 'an egress rule has no `to`');
}

function linesOf(what, lacks) {
  return lacks.filter(([holds]) => !holds).map(([, missing]) => `${what} lacks ${missing}`);
}
