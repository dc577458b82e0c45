// @requires helm
// @inputs helm deploy docs package.json

import { gatewayConfig } from '@marquee/gateway/config';
import { notificationConfig } from '@marquee/notification/config';
import { loadConfig } from '@marquee/runtime/config';
import { processConfigSchema } from '@marquee/service/process-config';
import { environmentOf } from './testing/environment.ts';
import { componentOf, deployments, rendered, schemaOfValues, template } from './testing/helm.ts';

const gatewayReads = (set: string[]) => {
  const gateway = deployments(rendered(undefined, set)).find((object) => componentOf(object) === 'gateway');
  if (!gateway) throw new Error('no gateway');
  return environmentOf(gateway);
};

test('the chart accepts as many trusted proxies as the gateway does [SYS-02:chart]', () => {
  const { maximum } = schemaOfValues().trustedProxies;
  for (const set of [[`trustedProxies=${maximum}`], [`trustedProxies=${maximum - 1}`, 'edge.enabled=true']]) {
    const environment = gatewayReads(set);
    expect(loadConfig(gatewayConfig, environment).TRUSTED_PROXIES).toBe(maximum);
    const more = { ...environment, TRUSTED_PROXIES: String(maximum + 1) };
    expect(() => loadConfig(gatewayConfig, more)).toThrow(/TRUSTED_PROXIES/);
  }
});

test.each([
  ['abc', false],
  ['@marquee.example', false],
  ['Marquee <no-reply@ marquee.example>', false],
  ['Marquee', false],
  ['no-reply@marquee.example', true],
  ['Marquee <no-reply@marquee.example>', true],
])('the chart accepts mailFrom %s if notification does [SYS-02:chart]', (from, taken) => {
  const { MAIL_FROM } = notificationConfig.shape;
  expect(MAIL_FROM.safeParse(from).success).toBe(taken);
  const { code, output } = template(undefined, [`mailFrom=${JSON.stringify(from)}`]);
  expect(code === 0).toBe(taken);
  if (!taken) expect(output).toMatch(/at '\/mailFrom': .* does not match pattern/);
});

test.each([
  ['65535', true],
  ['65536', false],
  ['70000', false],
  ['99999', false],
  ['123456', false],
])('the chart accepts a broker at port %s if a process does [SYS-02:chart]', (port, taken) => {
  const { KAFKA_BROKERS } = processConfigSchema.shape;
  expect(KAFKA_BROKERS.safeParse(`kafka:${port}`).success).toBe(taken);
  // Without policies, whose port would have to match.
  const set = [`kafka.brokers=["kafka:${port}"]`, 'networkPolicies.enabled=false'];
  const { code, output } = template(undefined, set);
  expect(code === 0).toBe(taken);
  if (!taken) expect(output).toMatch(/at '\/kafka\/brokers\/0': .* does not match pattern/);
});

test('policies allow the port of the address, or the targetPort behind a Service [SYS-02:chart]', () => {
  const reached = (set: string[]) => template(undefined, set).code;
  expect(reached(['kafka.brokers=["kafka:9093"]', 'kafka.port=9093'])).toBe(0);
  expect(reached(['kafka.brokers=["kafka:9093"]', 'networkPolicies.enabled=false'])).toBe(0);
  expect(reached(['s3.endpoint="https://store.example"'])).toBe(0);
  expect(reached(['s3.endpoint="http://store.example"', 's3.port=80', 's3.targetPort=9000'])).toBe(0);
  const media = rendered(undefined, ['s3.endpoint="http://store"', 's3.port=80', 's3.targetPort=9000']).find(
    (object) => object.kind === 'NetworkPolicy' && componentOf(object) === 'media',
  );
  const ports = media?.spec.egress.flatMap((rule: { ports: { port: number }[] }) => rule.ports.map(({ port }) => port));
  expect(ports).toContain(9000);
  expect(ports).not.toContain(80);
});

test.each([
  ['an unknown value', ['servces={}'], /additional properties 'servces' not allowed/],
  [
    'an unknown value of a service',
    ['services.film.replica=3'],
    /at '\/services\/film': additional properties 'replica' not allowed/,
  ],
  [
    'a variable that its process does not read',
    ['services.film.env={"TRANSCODE_WORKER":"0"}'],
    /at '\/services\/film\/env': additional properties 'TRANSCODE_WORKER' not allowed/,
  ],
  [
    'a variable that its process would refuse',
    ['services.media.env={"TRANSCODES_AT_ONCE":"65"}'],
    /at '\/services\/media\/env\/TRANSCODES_AT_ONCE': '65' does not match pattern/,
  ],
  [
    'a value that is not among the choices',
    ['services.media.env={"X264_PRESET":"placebo"}'],
    /at '\/services\/media\/env\/X264_PRESET': value must be one of/,
  ],
  [
    'a secret in `env`',
    ['services.film.env={"FILM_SECRET":"0123456789abcdef0123456789abcdef"}'],
    /at '\/services\/film\/env': additional properties 'FILM_SECRET' not allowed/,
  ],
  [
    'an unknown service',
    ['services.cinema={"replicas":1}'],
    /at '\/services': additional properties 'cinema' not allowed/,
  ],
  [
    'a text as the number of replicas',
    ['services.film.replicas="two"'],
    /at '\/services\/film\/replicas': got string, want integer/,
  ],
  ['no replicas', ['services.film.replicas=0'], /at '\/services\/film\/replicas': minimum: got 0, want 1/],
  [
    'an address without a scheme',
    ['publicUrl="marquee.example"'],
    /at '\/publicUrl': 'marquee.example' does not match pattern/,
  ],
  [
    'an address with a path',
    ['publicUrl="https://marquee.example/film"'],
    /at '\/publicUrl': .* does not match pattern/,
  ],
  ['a broker without a port', ['kafka.brokers=["kafka"]'], /at '\/kafka\/brokers\/0': 'kafka' does not match pattern/],
  ['a digest that is a tag', ['image.digest="latest"'], /at '\/image\/digest': 'latest' does not match pattern/],
  [
    'a drain delay that is longer than a pod has time for',
    ['drainDelaySeconds=20'],
    /at '\/drainDelaySeconds': maximum: got 20, want 12/,
  ],
  [
    'a process without limits',
    ['services.film.resources.limits.memory=null'],
    /at '\/services\/film\/resources\/limits': missing property 'memory'/,
  ],
  [
    'a database without its Secret',
    ['databases.film.secret=""'],
    /at '\/databases\/film\/secret': (minLength|'' does not match)/,
  ],
  ['a policy without peers', ['databases.film.to=[]'], /at '\/databases\/film\/to': minItems: got 0, want 1/],
  ['no event bus', ['kafka.brokers=[]'], /kafka.brokers is empty and databases.bus is not set: set one of them/],
  ['several replicas without Redis', ['redis.secret=""'], /may have 2 replicas, and redis.secret is not set/],
  [
    'a certificate for a site without TLS',
    ['publicUrl="http://marquee.example"'],
    /ingress.tlsSecret is set, and publicUrl is not https/,
  ],
  [
    'an Ingress that is no trusted proxy',
    ['ingress.enabled=true', 'trustedProxies=0'],
    /ingress.enabled is set, and trustedProxies is 0/,
  ],
  ['a sender that is no mail address', ['mailFrom="abc"'], /at '\/mailFrom': 'abc' does not match pattern/],
  [
    'a broker with a port above 65535',
    ['kafka.brokers=["kafka:70000"]'],
    /at '\/kafka\/brokers\/0': 'kafka:70000' does not match pattern/,
  ],
  [
    'two brokers in one text',
    ['kafka.brokers=["one:9092,two:9092"]'],
    /at '\/kafka\/brokers\/0': .* does not match pattern/,
  ],
  [
    'a broker whose port policies do not allow',
    ['kafka.brokers=["kafka:9092","kafka:9093"]'],
    /kafka.brokers has kafka:9093, port 9093, and NetworkPolicies allow kafka.port 9092/,
  ],
  [
    'a store whose port policies do not allow',
    ['s3.endpoint="http://minio.store:9000"'],
    /s3.endpoint has http:\/\/minio.store:9000, port 9000, and NetworkPolicies allow s3.port 443/,
  ],
  [
    'a store whose default port policies do not allow',
    ['s3.endpoint="http://minio.store"'],
    /port 80, and NetworkPolicies allow s3.port 443/,
  ],
  ["another port than that of Amazon's store", ['s3.port=9000'], /port 443, and NetworkPolicies allow s3.port 9000/],
  [
    'a collector whose port policies do not allow',
    ['telemetry.otlpEndpoint="http://collector:4317"'],
    /telemetry.otlpEndpoint has http:\/\/collector:4317, port 4317, and NetworkPolicies allow telemetry.port 4318/,
  ],
  [
    'an error-reporting service whose port policies do not allow',
    ['errorReporting.dsn="https://abc@errors.example.com:9000/1"'],
    /errorReporting.dsn has https:.*, port 9000, and NetworkPolicies allow errorReporting.port 443/,
  ],
  [
    'an error-reporting service without a project',
    ['errorReporting.dsn="https://errors.example.com"'],
    /errorReporting.dsn|errorReporting\/dsn/,
  ],
  [
    'more proxies than a gateway trusts',
    ['edge.enabled=true', 'trustedProxies=5'],
    /trustedProxies is 5, and the edge adds one/,
  ],
  [
    'an edge with minReplicas above maxReplicas',
    ['edge.enabled=true', 'edge.autoscaling.minReplicas=9'],
    /edge.autoscaling: minReplicas is more than maxReplicas/,
  ],
  [
    'segments that do not fit the cache volume',
    ['edge.enabled=true', 'edge.segmentsMax="20g"'],
    /edge.segmentsMax is 20g: .* up to 25.75Gi, more than edge.cacheSize 17Gi/,
  ],
  [
    'segments that leave no room for pictures',
    ['edge.enabled=true', 'edge.segmentsMax="11777m"'],
    /edge.segmentsMax is 11777m: .* more than edge.cacheSize 17Gi/,
  ],
  [
    'a heap as large as the memory limit',
    ['services.film.heapMegabytes=768'],
    /services.film.heapMegabytes is 768, and resources.limits.memory 768Mi: the process would be killed before its heap is full/,
  ],
  [
    'a heap larger than a limit in another unit',
    ['services.film.heapMegabytes=1000', 'services.film.resources.limits.memory="1G"'],
    /services.film.heapMegabytes is 1000, and resources.limits.memory 1G/,
  ],
  [
    'pods that are ready for less time than names are cached',
    ['minReadySeconds=5'],
    /at '\/minReadySeconds': minimum: got 5, want 6/,
  ],
  [
    'a CA for brokers without TLS',
    ['kafka.tls.caSecret="kafka-ca"'],
    /kafka.tls.caSecret is set, and kafka.tls.enabled is false/,
  ],
  [
    'an unknown SASL mechanism',
    ['kafka.sasl.mechanism="gssapi"'],
    /at '\/kafka\/sasl\/mechanism': value must be one of/,
  ],
  [
    'a password for the Postgres log',
    [
      'kafka={"brokers":[],"sasl":{"mechanism":"plain"}}',
      'databases.bus={"secret":"bus","key":"uri","port":5432,"connectionsMax":500,"to":[{"podSelector":{}}]}',
    ],
    /kafka.brokers is empty, and kafka.tls or kafka.sasl is set/,
  ],
])('the chart rejects %s and names the value [SYS-02:chart]', (_, set, message) => {
  const { code, output } = template(undefined, set);
  expect(output).toMatch(message);
  expect(code).not.toBe(0);
});
