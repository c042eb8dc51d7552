/**
 * One node that is broker and controller, for development and tests: every internal topic has one replica and few
 * partitions, groups form at once, and the heap stays small.
 */
export function brokerProperties({ port, controllerPort, host = '127.0.0.1', listenHost = host, secured }) {
  return {
    'process.roles': 'broker,controller',
    'node.id': '1',
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    'controller.listener.names': 'CONTROLLER',
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    listeners: `PLAINTEXT://${listenHost}:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `PLAINTEXT://${host}:${port}`,
    'auto.create.topics.enable': 'false',
    'num.partitions': '1',
    'offsets.topic.replication.factor': '1',
    'offsets.topic.num.partitions': '4',
    'transaction.state.log.replication.factor': '1',
    'transaction.state.log.min.isr': '1',
    'transaction.state.log.num.partitions': '2',
    'share.coordinator.state.topic.replication.factor': '1',
    'share.coordinator.state.topic.min.isr': '1',
    'share.coordinator.state.topic.num.partitions': '1',
    'group.initial.rebalance.delay.ms': '0',
    // Tests of crashed consumers do not wait for the usual six seconds.
    'group.min.session.timeout.ms': '1000',
    // After a crash the node waits for its own old registration to lapse: by default nine seconds.
    'broker.session.timeout.ms': '3000',
    'broker.heartbeat.interval.ms': '500',
    'num.network.threads': '2',
    'num.io.threads': '4',
    'log.retention.hours': '24',
    'log.segment.bytes': '67108864',
    'log.segment.delete.delay.ms': '1000',
    'log.cleaner.dedupe.buffer.size': '16777216',
    ...(secured ? securityProperties({ port, controllerPort, host, listenHost }, secured) : {}),
  };
}

/**
 * Encrypted, and closed: one user (PLAIN) may do everything, others (SCRAM) what they are granted. `pem` is a file with
 * key and certificate. The controller's listener has no sign-in, and only this machine can connect to it.
 */
function securityProperties({ port, controllerPort, host, listenHost }, { user, password, pem }) {
  const login = 'org.apache.kafka.common.security.plain.PlainLoginModule required';
  const users = `username="${user}" password="${password}" user_${user}="${password}"`;
  const scram = 'org.apache.kafka.common.security.scram.ScramLoginModule required;';
  return {
    'listener.security.protocol.map': 'SASL_SSL:SASL_SSL,CONTROLLER:PLAINTEXT',
    listeners: `SASL_SSL://${listenHost}:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `SASL_SSL://${host}:${port}`,
    'security.inter.broker.protocol': 'SASL_SSL',
    'sasl.mechanism.inter.broker.protocol': 'PLAIN',
    'sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-512',
    'listener.name.sasl_ssl.plain.sasl.jaas.config': `${login} ${users};`,
    'listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config': scram,
    'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
    'super.users': `User:${user};User:ANONYMOUS`,
    'ssl.keystore.type': 'PEM',
    'ssl.keystore.location': pem,
    'ssl.truststore.type': 'PEM',
    'ssl.truststore.location': pem,
    'ssl.endpoint.identification.algorithm': '',
  };
}

/** A java.util.Properties file; backslashes (Windows paths) would be read as escapes. */
export function asPropertiesFile(properties) {
  const lines = Object.entries(properties).map(([key, value]) => `${key}=${value.replaceAll('\\', '/')}`);
  return `${lines.join('\n')}\n`;
}

/** The line by which a started broker is known, and the logger that writes it. */
export const STARTED = 'Kafka Server started';

export const LOG4J_PROPERTIES = asPropertiesFile({
  status: 'error',
  'appender.out.type': 'Console',
  'appender.out.name': 'OUT',
  'appender.out.layout.type': 'PatternLayout',
  'appender.out.layout.pattern': '%d{ISO8601} %-5p %c{1} - %m%n',
  'rootLogger.level': 'warn',
  'rootLogger.appenderRef.out.ref': 'OUT',
  'logger.started.name': 'kafka.server.KafkaRaftServer',
  'logger.started.level': 'info',
});
