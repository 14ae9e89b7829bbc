/**
 * Reads a stream by given lengths. `read` resolves to null at the end of the stream, and where fewer bytes are left; `rest` is all that
 * was not read.
 */
export const readExactly = (from: AsyncIterable<Buffer>) => {
  const source = from[Symbol.asyncIterator]()
  let rest: Buffer[] = []
  let length = 0
  const read = async (wanted: number): Promise<Buffer | null> => {
    while (length < wanted) {
      const { done, value } = await source.next()
      if (done) return null
      rest.push(value)
      length += value.length
    }
    const bytes = rest.length === 1 ? (rest[0] as Buffer) : Buffer.concat(rest)
    rest = [bytes.subarray(wanted)]
    length -= wanted
    return bytes.subarray(0, wanted)
  }
  return {
    read,
    rest: async function* (): AsyncGenerator<Buffer> {
      if (length > 0) yield Buffer.concat(rest)
      for (;;) {
        const { done, value } = await source.next()
        if (done) return
        yield value
      }
    },
  }
}
