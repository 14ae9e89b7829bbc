import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'

/** A browser to start and its additional environment variables. */
export interface Chromium {
  readonly path: string
  readonly env: Readonly<Record<string, string>>
}

const require = createRequire(import.meta.url)
const cache = resolve('node_modules/.cache/browser')

/** The font configuration: only fonts of packages, since widths of texts and pictures depend on them. */
const fontsFile = (): string => {
  const chinese = dirname(require.resolve('@expo-google-fonts/noto-sans-sc/package.json'))
  const directories = ['400Regular', '700Bold'].map((weight) => `<dir>${join(chinese, weight)}</dir>`)
  const families = ['sans-serif', 'serif', 'monospace', 'system-ui'].map(
    (name) => `<alias><family>${name}</family><default><family>Noto Sans SC</family></default></alias>`,
  )
  const path = join(cache, 'fonts.conf')
  mkdirSync(cache, { recursive: true })
  writeFileSync(
    path,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <match target="pattern"><edit name="hintstyle" mode="append"><const>hintslight</const></edit></match>
  ${directories.join('\n  ')}
  ${families.join('\n  ')}
  <cachedir>${join(cache, 'fonts')}</cachedir>
</fontconfig>
`,
  )
  return path
}

/** Unpacks the browser of the npm package into the cache, atomically. */
const unpackChromium = (): Chromium => {
  const entry = require.resolve('@sparticuz/chromium')
  const { version } = JSON.parse(readFileSync(join(dirname(entry), '../../package.json'), 'utf8'))
  const home = join(cache, `chromium-${version}`)
  if (!existsSync(home)) {
    const partial = `${home}.${process.pid}`
    mkdirSync(partial, { recursive: true })
    const unpack = "import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())"
    // this runtime name makes the package unpack libraries that a bare machine lacks
    const env = { ...process.env, TMPDIR: partial, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' }
    execFileSync(process.execPath, ['-e', unpack], { env, stdio: 'pipe' })
    rmSync(home, { recursive: true, force: true })
    renameSync(partial, home)
  }
  return { path: join(home, 'chromium'), env: { LD_LIBRARY_PATH: join(home, 'al2023', 'lib') } }
}

const canRun = (chromium: Chromium): boolean => {
  try {
    execFileSync(chromium.path, ['--version'], { env: { ...process.env, ...chromium.env }, stdio: 'pipe' })
    return true
  } catch {
    return false
  }
}

/**
 * A browser for the tests: the one that CHROMIUM_PATH names, else that of the npm package; never one that the machine happens to
 * have. Null if it does not run here.
 */
export const findChromium = (requestedPath = process.env.CHROMIUM_PATH): Chromium | null => {
  const chromium = requestedPath ? { path: requestedPath, env: {} } : unpackChromium()
  return canRun(chromium) ? { ...chromium, env: { ...chromium.env, FONTCONFIG_FILE: fontsFile() } } : null
}
