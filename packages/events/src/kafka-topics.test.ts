import type { ITopicConfig } from 'kafkajs';
import type { KafkaLink } from './kafka-link.ts';
import { kafkaTopics } from './kafka-topics.ts';

/** Topics of a broker that has these, and that fails so when it is asked for the leaders of a new one. */
function brokerWith(existing: string[], failures: unknown[] = [], replicationFactor = 1) {
  const created: ITopicConfig[] = [];
  const asked = { lists: 0, leaders: 0 };
  const admin = {
    listTopics: async () => {
      asked.lists += 1;
      return existing;
    },
    createTopics: async ({ topics }: { topics: ITopicConfig[] }) => void created.push(...topics),
    fetchTopicMetadata: async () => {
      asked.leaders += 1;
      const failure = failures.shift();
      if (failure) throw failure;
    },
  };
  const link = { admin: (work: (of: typeof admin) => unknown) => work(admin) } as unknown as KafkaLink;
  return { topics: kafkaTopics(link, { partitions: 12, replicationFactor }), created, asked };
}

test('a missing topic keeps events for 14 days, and is there once all its partitions have a leader', async () => {
  const notYet = [{ type: 'UNKNOWN_TOPIC_OR_PARTITION' }, { name: 'KafkaJSNumberOfRetriesExceeded' }];
  const { topics, created, asked } = brokerWith(['other'], notYet);
  await topics.ensure('film');
  expect(created).toEqual([
    {
      topic: 'film',
      numPartitions: 12,
      replicationFactor: 1,
      configEntries: [
        { name: 'retention.ms', value: '1209600000' },
        { name: 'cleanup.policy', value: 'delete' },
        { name: 'message.timestamp.type', value: 'LogAppendTime' },
        { name: 'compression.type', value: 'uncompressed' },
      ],
    },
  ]);
  expect(asked.leaders).toBe(3);
});

test.each([
  [2, false],
  [3, true],
])('with %i replicas a write is acknowledged by two: %s', async (replicas, isByTwo) => {
  const { topics, created } = brokerWith([], [], replicas);
  await topics.ensure('film');
  const entry = expect.objectContaining({ name: 'min.insync.replicas', value: '2' });
  expect(created[0]?.configEntries).toEqual(
    isByTwo ? expect.arrayContaining([entry]) : expect.not.arrayContaining([entry]),
  );
});

test('an existing topic is left as it is, and asked for once until it is forgotten', async () => {
  const { topics, created, asked } = brokerWith(['film']);
  await topics.ensure('film');
  await topics.ensure('film');
  expect(asked).toEqual({ lists: 1, leaders: 0 });
  topics.forget('film');
  await topics.ensure('film');
  expect(asked.lists).toBe(2);
  expect(created).toEqual([]);
});

test('any other failure ends the wait for leaders, and the next call tries again', async () => {
  const { topics, asked } = brokerWith([], [{ type: 'TOPIC_AUTHORIZATION_FAILED' }]);
  await expect(topics.ensure('film')).rejects.toMatchObject({ type: 'TOPIC_AUTHORIZATION_FAILED' });
  expect(asked.leaders).toBe(1);
  await topics.ensure('film');
  expect(asked).toEqual({ lists: 2, leaders: 2 });
});
