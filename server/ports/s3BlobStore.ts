import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { S3Settings } from '#server/config.ts';
import { newId } from '#server/db/newId.ts';
import type { storeLimits } from './limits.ts';
import { meter, type BlobStore, type StoredBlob } from './blobStore.ts';

type StoreTimeouts = Record<keyof typeof storeLimits, number> & {
  /** of a check, all attempts together */
  checkMs: number;
};

async function upload(
  client: S3Client,
  bucket: string,
  content: Readable,
  maxBytes: number,
): Promise<StoredBlob> {
  const key = newId();
  const { stream, result } = meter(maxBytes);
  const body = new PassThrough();
  const sending = new Upload({ client, params: { Bucket: bucket, Key: key, Body: body } });
  const sent = sending.done();
  sent.catch(() => undefined); // reported below, after the pipeline
  try {
    await pipeline(content, stream, body);
    await sent;
  } catch (error) {
    await sending.abort();
    throw error;
  }
  return { key, ...result() };
}

/**
 * Creates a store in an S3-compatible service. A failed upload is aborted there, so that no part is
 * left.
 */
export function createS3BlobStore(
  { endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings,
  { connectMs, silenceMs, checkMs }: StoreTimeouts,
): BlobStore {
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    requestHandler: {
      connectionTimeout: connectMs,
      socketTimeout: silenceMs,
    },
    // not every compatible service knows the newer checksums
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });

  return {
    put: (content, { maxBytes }) => upload(client, bucket, content, maxBytes),
    async get(key, range) {
      const { Body } = await client.send(
        new GetObjectCommand({
          Bucket: bucket,
          Key: key,
          ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}),
        }),
      );
      return Body as Readable; // in Node the SDK always returns a Readable
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },
    async *list(before) {
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket })) {
        yield Contents.flatMap(({ Key, LastModified }) =>
          Key && LastModified && LastModified < before ? [Key] : [],
        );
      }
    },
    async removeUnfinished(before) {
      // One page of 1,000: the next run finds the rest.
      const { Uploads = [] } = await client.send(
        new ListMultipartUploadsCommand({ Bucket: bucket }),
      );
      for (const { Key, UploadId, Initiated } of Uploads) {
        if (Initiated && Initiated < before)
          await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }));
      }
    },
    async check() {
      await client.send(new HeadBucketCommand({ Bucket: bucket }), {
        abortSignal: AbortSignal.timeout(checkMs),
      });
    },
  };
}
