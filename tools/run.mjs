import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The commands of package.json that work right after a clone: they install missing packages, rebuild an outdated build, and then
 * run. Plain JavaScript without packages, because none may be installed yet.
 */
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
process.chdir(root)
const printLine = (line) => process.stdout.write(`· ${line}\n`)
const fail = (line) => {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19))
  fail(`Node.js 20.19 or newer is needed; this is ${process.versions.node}.`)

/** Runs a command; exits with its code if it fails. Prints the elapsed seconds of a long step now and then. */
const run = (command, args, step, hint) =>
  new Promise((done) => {
    if (step) printLine(`${step} (${hint})`)
    const startTime = Date.now()
    const ticker = setInterval(
      () => step && printLine(`${step}: ${Math.round((Date.now() - startTime) / 1000)} s`),
      10_000,
    )
    const child = spawn(command, args, { stdio: 'inherit' })
    // the terminal sends Ctrl-C to the child as well; this process only waits for it to end
    const signalHandlers = { SIGTERM: () => child.kill('SIGTERM'), SIGINT: () => {} }
    for (const [signal, handler] of Object.entries(signalHandlers)) process.on(signal, handler)
    child.on('error', (error) => fail(`${command} cannot be started: ${error.message}`))
    child.on('exit', (code) => {
      clearInterval(ticker)
      for (const [signal, handler] of Object.entries(signalHandlers)) process.off(signal, handler)
      if (code !== 0) process.exit(code ?? 1)
      done()
    })
  })
const node = (args, ...step) => run(process.execPath, args, ...step)

const packagesOf = (path) => Object.entries(JSON.parse(readFileSync(path, 'utf8')).packages)

/** npm writes a lock file into node_modules once all packages are installed; those for other platforms are missing in it. */
const isInstalled = () => {
  const installedLock = 'node_modules/.package-lock.json'
  if (!existsSync(installedLock)) return false
  const installed = new Map(packagesOf(installedLock))
  return packagesOf('package-lock.json').every(
    ([path, { optional, version }]) => path === '' || optional || installed.get(path)?.version === version,
  )
}

const install = async () => {
  if (isInstalled()) return
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  await run(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], 'installing packages', 'once; a minute or two')
}

const tools = ['build', 'page-builds', 'page-chunks', 'constant-data', 'server-bundle'].map(
  (name) => `tools/${name}.ts`,
)
const sources = ['contract', 'server', 'web', 'vite.config.ts', 'package-lock.json', ...tools]
const filesIn = (path) =>
  statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => filesIn(join(path, name))) : [path]
const stamp = 'dist/.stamp'
const hashSources = () => {
  const hash = createHash('sha256')
  for (const path of sources.flatMap(filesIn).sort()) hash.update(`${path}\n`).update(readFileSync(path))
  return hash.digest('hex')
}

const build = async () => {
  const hash = hashSources()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  rmSync(stamp, { force: true })
  await node(['--import', 'tsx', 'tools/build.ts'], 'building', 'after a change; half a minute')
  writeFileSync(stamp, hash)
}

/** In this process, so that signals reach it directly. */
const runBackupCommand = async (command, args) => {
  await build()
  process.setSourceMapsEnabled(true)
  process.argv.splice(2, Number.POSITIVE_INFINITY, command, ...args)
  await import('../dist/backup-command.js')
}

const commands = {
  /** Runs the server in this process, so that signals reach it directly. */
  start: async () => {
    await build()
    process.setSourceMapsEnabled(true)
    await import('../dist/main.js')
  },
  build,
  /** Commands of backups, beside a running server or without one. */
  backup: (args) => runBackupCommand('backup', args),
  restore: (args) => runBackupCommand('restore', args),
  'verify-backup': (args) => runBackupCommand('verify', args),
  /** Installs packages only, which every command does first. */
  install: () => {},
  test: (args) => node(['node_modules/vitest/vitest.mjs', 'run', ...args]),
  /** Also in this process, so that signals reach it directly. */
  dev: async (args) => {
    const { register } = await import('tsx/esm/api')
    register()
    const { develop } = await import('./dev.ts')
    develop(args)
  },
  /** Runs a measurement of bench/: the comparison with the baseline, or the one named, as in `npm run bench export`. */
  bench: async (words) => {
    const [which, ...args] = words[0]?.startsWith('-') === false ? words : ['bench', ...words]
    // the measurement of `npm run dev` needs no build
    if (which !== 'dev') await build()
    await node(['--import', 'tsx', `bench/${which}.ts`, ...args])
  },
}

const [name, ...args] = process.argv.slice(2)
if (!Object.hasOwn(commands, name)) fail(`Unknown command "${name}": ${Object.keys(commands).join(', ')}.`)
await install()
await commands[name](args)
