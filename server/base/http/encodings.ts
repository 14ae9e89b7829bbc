/** Whether an Accept-Encoding header accepts this encoding. A weight of 0 excludes it: `gzip, br;q=0` does not accept br. */
export const acceptsEncoding = (header: string | undefined, encoding: string): boolean =>
  (header ?? '').split(',').some((part) => part.split(';')[0]?.trim() === encoding && !/;\s*q=0(\.0*)?\s*$/.test(part))
