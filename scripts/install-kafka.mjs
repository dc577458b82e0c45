// Downloads the Kafka broker that tests start into ~/.cache/marquee/kafka with Maven, unless it is there. `--check` only
// reports by its exit code whether it is.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hasKafkaJars, kafkaFolder, kafkaVersion } from './test-components.mjs';

const artifacts = [
  ['org.apache.kafka', 'kafka_2.13', kafkaVersion],
  ['org.slf4j', 'slf4j-simple', '1.7.36'],
];

function pom() {
  const dependencies = artifacts.map(
    ([group, artifact, version]) =>
      `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`,
  );
  return `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>marquee</groupId><artifactId>kafka</artifactId><version>1</version>
  <dependencies>${dependencies.join('')}</dependencies>
</project>`;
}

/** Downloads to a temporary folder and moves it when complete, so that an interrupted run leaves no partial one. */
function install() {
  mkdirSync(dirname(kafkaFolder), { recursive: true });
  const work = mkdtempSync(join(dirname(kafkaFolder), 'fetching-'));
  try {
    writeFileSync(join(work, 'pom.xml'), pom());
    const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${join(work, 'jars')}`, '-DincludeScope=runtime'];
    const args = ['-B', '-q', '-f', join(work, 'pom.xml'), ...goal];
    const { status, error } = spawnSync('mvn', args, { stdio: 'inherit' });
    if (error) throw new Error(`Maven could not be started (apt-get install maven): ${error.message}`);
    if (status !== 0) throw new Error(`Maven could not fetch Kafka: exit code ${status}`);
    rmSync(kafkaFolder, { recursive: true, force: true });
    renameSync(join(work, 'jars'), kafkaFolder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

if (hasKafkaJars()) console.log(`Kafka ${kafkaVersion} is there.`);
else if (process.argv.includes('--check')) process.exitCode = 1;
else {
  install();
  console.log(`Kafka ${kafkaVersion} was fetched.`);
}
