import { Fail } from '#contract/kit/fail.ts'

/** Bytes that are examined to recognise UTF-16 without a byte order mark. */
const sampleLength = 4096

const startsWith = (bytes: Buffer, ...marks: readonly number[]) => marks.every((mark, i) => bytes[i] === mark)

/** Share of the zero bytes at positions of one kind that shows a byte order: some characters of Chinese have one at the other. */
const decisiveShare = 0.8

/** The encodings to try: that of the mark, or that of UTF-16 whose positions the zero bytes have, those of commas and digits. */
const encodingsOf = (bytes: Buffer): readonly string[] => {
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return ['utf-8']
  if (startsWith(bytes, 0xff, 0xfe)) return ['utf-16le']
  if (startsWith(bytes, 0xfe, 0xff)) return ['utf-16be']
  const sample = bytes.subarray(0, sampleLength)
  const zeros = [...sample.keys()].filter((i) => sample[i] === 0)
  if (zeros.length === 0) return ['utf-8', 'gb18030']
  const oddShare = zeros.filter((i) => i % 2 === 1).length / zeros.length
  if (oddShare >= decisiveShare) return ['utf-16le']
  return oddShare <= 1 - decisiveShare ? ['utf-16be'] : []
}

const unknownEncoding = () =>
  new Fail([
    '文件的编码无法识别，请另存为 UTF-8 编码的 CSV 或 .xlsx 后上传',
    'The encoding of the file cannot be recognised; please save it as CSV in UTF-8 or as .xlsx and upload it again',
  ])

/**
 * The text of a CSV file: UTF-16 in either byte order, UTF-8, or GB 18030, the Chinese national encoding that programs here save.
 * Throws a Fail if it is in none of them.
 */
export const decodeBytes = (bytes: Buffer): string => {
  for (const encoding of encodingsOf(bytes))
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      // the bytes are not valid in this encoding
    }
  throw unknownEncoding()
}
