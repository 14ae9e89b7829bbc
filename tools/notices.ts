import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * `npm run notices`: writes the runtime dependencies, direct and indirect, with their licences to the end of
 * THIRD-PARTY-NOTICES.md. Packages for other platforms are not installed: their licence comes from the lock file.
 */
interface Locked {
  readonly version: string
  readonly license?: string
  readonly dev?: boolean
}
const file = 'THIRD-PARTY-NOTICES.md'
const mark = '<!-- from here on written by npm run notices -->\n'

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> }
const licenceOf = (path: string, locked: Locked): string => {
  const manifest = join(path, 'package.json')
  const licence = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).license : locked.license
  return typeof licence === 'string' ? licence : 'none named'
}

const lines = Object.entries(packages)
  .filter(([path, { dev }]) => path !== '' && !dev)
  .map(
    ([path, locked]) => `| ${path.replace(/^.*node_modules\//, '')} | ${locked.version} | ${licenceOf(path, locked)} |`,
  )
const table = ['| package | version | licence |', '| --- | --- | --- |', ...new Set(lines.sort())].join('\n')

const [written] = readFileSync(file, 'utf8').split(mark)
writeFileSync(file, `${written}${mark}\n${table}\n`)
