import { Readable } from 'node:stream'
import yauzl, { RandomAccessReader } from 'yauzl'
import type { StoredFile } from '../base/files/file-store.ts'

/** Reads the end of a file, of which the rest is not at hand. */
class TailReader extends RandomAccessReader {
  private readonly tail: Buffer
  private readonly start: number
  constructor(tail: Buffer, size: number) {
    super()
    this.tail = tail
    this.start = size - tail.length
  }
  override _readStreamForRange(from: number, to: number): Readable {
    if (from < this.start) throw new RangeError('The directory of the zip file is longer than the end at hand.')
    return Readable.from([this.tail.subarray(from - this.start, to - this.start)])
  }
}

/** Names of the entries of a zip file, from the directory at its end; none if it has no valid one. */
export const namesInZip = async ({ tail, size }: Pick<StoredFile, 'tail' | 'size'>): Promise<string[]> => {
  const names: string[] = []
  try {
    const zip = await yauzl.fromRandomAccessReaderPromise(new TailReader(tail, size), size)
    for await (const { fileName } of zip.eachEntry()) names.push(fileName)
    return names
  } catch {
    return []
  }
}
