import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { openS3, type S3Connection } from './s3-client.ts';
import { translated } from './s3-errors.ts';

const THERE = ['BucketAlreadyOwnedByYou', 'BucketAlreadyExists'];

/** Makes the bucket unless it is there. Like every new bucket it is private. For development and tests. */
export async function makeBucket(connection: S3Connection): Promise<void> {
  const client = openS3(connection);
  try {
    await client.send(new CreateBucketCommand({ Bucket: connection.bucket }));
  } catch (error) {
    if (!THERE.includes((error as Error).name)) throw translated('', error);
  } finally {
    client.destroy();
  }
}
