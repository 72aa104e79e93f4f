import path from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'

/** Where uploaded files are kept: a folder of this server, or a bucket that several servers share. */
export interface FileStore {
  put(key: string, body: Buffer, contentType: string): Promise<void>
  /** The file, or undefined when there is none of that name. */
  read(key: string): Promise<Buffer | undefined>
  remove(key: string): Promise<void>
}

/** What `FILES` says: `disk`, or `s3://key:secret@host/bucket?region=…` (`&ssl=no` for a plain http host). */
export interface BucketAddress {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

/** Reads `FILES`, whose form the settings have checked; null means the disk. */
export function parseFilesSetting(files: string): BucketAddress | null {
  if (files === 'disk') return null
  const { username, password, host, pathname, searchParams } = new URL(files)
  return {
    endpoint: `${searchParams.get('ssl') === 'no' ? 'http' : 'https'}://${host}`,
    region: searchParams.get('region') ?? 'us-east-1',
    bucket: pathname.replaceAll('/', ''),
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
  }
}

/**
 * Whether nobody was there to answer what failed: no connection to the bucket, no answer in time, or what stands before it says that
 * nothing came from behind it. A file that the disk or the bucket refuses is none of that.
 */
export function isStoreAway(error: unknown): boolean {
  // what the bucket's client throws says of its tries, and of the last one's status when there was an answer
  const cause = (error as { cause?: { $metadata?: { httpStatusCode?: number } } } | undefined)?.cause
  return cause?.$metadata !== undefined && [undefined, 502, 503, 504].includes(cause.$metadata.httpStatusCode)
}

/** How long a bucket may say nothing, in milliseconds; each call is tried three times. */
const SILENCE_MS = 10_000

/** Opens the store that `FILES` names; on the disk it is the folder `files` in the data directory. */
export async function createFileStore(
  { FILES, DATA_DIR }: { FILES: string; DATA_DIR: string },
  silenceMs: number = SILENCE_MS,
): Promise<FileStore> {
  const bucket = parseFilesSetting(FILES)
  const disk = new Disk(bucket ? await bucketDriver(bucket, silenceMs) : folderDriver(path.resolve(DATA_DIR, 'files')))
  return {
    put: (key, body, contentType) => disk.put(key, body, { contentType }),
    read: async (key) => ((await disk.exists(key)) ? Buffer.from(await disk.getBytes(key)) : undefined),
    remove: (key) => disk.delete(key),
  }
}

function folderDriver(location: string) {
  return new FSDriver({ location, visibility: 'private' })
}

async function bucketDriver(
  { endpoint, region, bucket, accessKeyId, secretAccessKey }: BucketAddress,
  silenceMs: number,
) {
  // loaded only where a bucket is used: it is large
  const { S3Driver } = await import('flydrive/drivers/s3')
  return new S3Driver({
    credentials: { accessKeyId, secretAccessKey },
    endpoint,
    region,
    bucket,
    forcePathStyle: true,
    // without these it waits for as long as the machine's network does, or for ever
    requestHandler: { connectionTimeout: silenceMs, socketTimeout: silenceMs },
    supportsACL: false,
    visibility: 'private',
  })
}
