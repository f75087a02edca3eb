/** Blob stores by their address. */
import { fileURLToPath } from 'node:url';
import { InvalidInput, NOT_SHOWN } from '../../env/index.ts';
import type { BlobStore } from './blob-store.ts';
import { FileBlobs } from './file-blobs.ts';
import { openS3Blobs } from './s3-blobs.ts';

const EXPECTED =
  'expected a folder that all machines share, as in file:///mnt/tzaar, or a bucket, as in s3://bucket/folder';

/** Opens `file:///folder` or `s3://bucket/folder`; nothing is read or written yet. */
export const openBlobs = async (address: string): Promise<BlobStore> => {
  let url: URL;
  try {
    url = new URL(address);
  } catch (error) {
    throw new InvalidInput('blob store', NOT_SHOWN, EXPECTED, { cause: error }); // it may hold a key
  }
  switch (url.protocol) {
    case 'file:':
      return new FileBlobs(folderOf(url));
    case 's3:':
      return openS3Blobs(url);
    default:
      throw new InvalidInput('blob store', `${url.protocol}//…`, EXPECTED);
  }
};

const folderOf = (url: URL): string => {
  try {
    return fileURLToPath(url);
  } catch (error) {
    throw new InvalidInput('blob store', url.href, EXPECTED, { cause: error });
  }
};
