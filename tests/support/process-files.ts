import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 'processes')
const ending = '.bpmn20.xml'
const namesIn = (path: string) =>
  readdirSync(path)
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))
    .sort()

/** Process files that are correct, by name, as editors of Flowable write them; none has a diagram. */
export const processNames: readonly string[] = namesIn(folder)
/** Process files that are hostile or wrong, each for one reason. */
export const hostileNames: readonly string[] = namesIn(join(folder, 'hostile'))

export const readProcess = (name: string): string => readFileSync(join(folder, `${name}${ending}`), 'utf8')
export const readHostile = (name: string): string => readProcess(join('hostile', name))
/** The leave process that every new platform has. */
export const readLeave = (): string =>
  readFileSync(join(import.meta.dirname, '../../server/seed/processes', `leave${ending}`), 'utf8')

/** `days > 3` → `${days > 3}` */
export const expression = (inner: string) => `$\{${inner}}`
