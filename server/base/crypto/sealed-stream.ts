import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { Fail } from '#contract/kit/fail.ts'
import { fill } from '#contract/kit/text.ts'
import { readExactly } from './read-exactly.ts'

/**
 * Streams under AES-256-GCM in blocks of 64 kB. The nonce of a block is its number and whether it is the last one, so that blocks cannot
 * be changed, reordered, left out or added. Each stream has a key of its own, from the given key and a random salt; `label` says what
 * the stream is, so that one cannot take the place of another.
 */
const algorithm = 'aes-256-gcm'
const magic = Buffer.from('P5G-BACKUP-1\n')
const [blockBytes, tagBytes, saltBytes, fingerprintBytes] = [64 * 1024, 16, 16, 8]
const headerBytes = magic.length + fingerprintBytes + saltBytes

const derive = (key: Buffer, purpose: string, length: number, salt: Buffer | string = '') =>
  Buffer.from(hkdfSync('sha256', key, salt, purpose, length))

const fingerprint = (key: Buffer) => derive(key, 'backup fingerprint', fingerprintBytes)

/** 16 hexadecimal digits that tell keys apart and do not reveal them. */
export const fingerprintOfKey = (key: Buffer): string => fingerprint(key).toString('hex')

/** A name that reveals nothing about the text it stands for, and is the same each time. */
export const hiddenName = (key: Buffer, text: string): string =>
  createHmac('sha256', derive(key, 'backup names', 32))
    .update(text)
    .digest('hex')

const nonceOf = (number: number, isLast: boolean): Buffer => {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** The bytes in blocks of this length, of which the last is marked and may be shorter. */
const blocksOf = async function* (from: AsyncIterable<Buffer>, length: number) {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of from) {
    rest = rest.length ? Buffer.concat([rest, chunk]) : chunk
    let at = 0
    // a block is complete once more follows: the last one is marked
    for (; rest.length - at > length; at += length) yield { bytes: rest.subarray(at, at + length), isLast: false }
    rest = rest.subarray(at)
  }
  yield { bytes: rest, isLast: true }
}

/** Encrypts a stream. */
export const sealStream = async function* (key: Buffer, label: string, from: AsyncIterable<Buffer>) {
  const salt = randomBytes(saltBytes)
  const header = Buffer.concat([magic, fingerprint(key), salt])
  const own = derive(key, `backup ${label}`, 32, salt)
  yield header
  let number = 0
  for await (const { bytes, isLast } of blocksOf(from, blockBytes)) {
    const cipher = createCipheriv(algorithm, own, nonceOf(number++, isLast))
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
}

const notABackup = () => new Fail(['该文件不是本平台的备份', 'This file is not a backup of this platform'])
const otherKey = (stored: string, own: string) =>
  new Fail(
    fill(
      [
        '备份是用另一把密钥加密的：备份的密钥指纹为 {0}，当前密钥的指纹为 {1}',
        'The backup was encrypted with another key: its fingerprint is {0}, that of the key in use is {1}',
      ],
      stored,
      own,
    ),
  )
export const alteredBackup = () =>
  new Fail(['备份文件不完整或已被改动，不能使用', 'The backup file is incomplete or was changed; it cannot be used'])

const decryptBlock = (key: Buffer, nonce: Buffer, bytes: Buffer): Buffer => {
  const tag = bytes.length - tagBytes
  if (tag < 0) throw alteredBackup()
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAuthTag(bytes.subarray(tag))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(0, tag)), decipher.final()])
  } catch {
    throw alteredBackup()
  }
}

/** Decrypts a stream. Throws a Fail that says whether it is none, was encrypted with another key, or was cut off or changed. */
export const openStream = async function* (key: Buffer, label: string, from: AsyncIterable<Buffer>) {
  const reader = readExactly(from)
  const header = await reader.read(headerBytes)
  if (header?.subarray(0, magic.length).equals(magic) !== true) throw notABackup()
  const stored = header.subarray(magic.length, magic.length + fingerprintBytes)
  if (!stored.equals(fingerprint(key))) throw otherKey(stored.toString('hex'), fingerprintOfKey(key))
  const own = derive(key, `backup ${label}`, 32, header.subarray(-saltBytes))
  let number = 0
  for await (const { bytes, isLast } of blocksOf(reader.rest(), blockBytes + tagBytes))
    yield decryptBlock(own, nonceOf(number++, isLast), bytes)
}
