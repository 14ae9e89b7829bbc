import { createHash } from 'node:crypto'

const maxNames = 500
/** Digits of a name in base64, six bits each: no two texts have the same, however many servers there are. */
const digits = 22

/**
 * Names the statements of one pool, so that each connection prepares them once. A name follows from the text: behind a connection that
 * several servers share, one name must not mean two statements. Excludes statements with LIKE: a generic plan for them can be a
 * thousand times slower than one made for the actual pattern.
 */
export const createStatementNamer = () => {
  const names = new Map<string, string>()
  return (text: string): string | undefined => {
    const existingName = names.get(text)
    if (existingName || text.length < 40 || text.includes('like ') || names.size >= maxNames) return existingName
    const name = `s${createHash('sha256').update(text).digest('base64url').slice(0, digits)}`
    names.set(text, name)
    return name
  }
}
