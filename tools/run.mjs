import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The commands of a bare machine: `npm start` and `npm test` install what is missing, build what is out of date, and go on.
 * Plain JavaScript without packages, since nothing is installed yet when it runs.
 */
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
process.chdir(root)
const say = (line) => process.stdout.write(`· ${line}\n`)
const stop = (line) => {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19))
  stop(`Node.js 20.19 or newer is needed; this is ${process.versions.node}.`)

/** Runs a command to its end; a failure is ours too. A long step says now and then that it is still at work. */
const run = (command, args, step, hint) =>
  new Promise((done) => {
    if (step) say(`${step} (${hint})`)
    const began = Date.now()
    const ticker = setInterval(() => step && say(`${step}: ${Math.round((Date.now() - began) / 1000)} s`), 10_000)
    const child = spawn(command, args, { stdio: 'inherit' })
    // Ctrl-C reaches the child by itself; we wait for it to end
    const handOn = { SIGTERM: () => child.kill('SIGTERM'), SIGINT: () => {} }
    for (const [signal, hand] of Object.entries(handOn)) process.on(signal, hand)
    child.on('error', (error) => stop(`${command} cannot be started: ${error.message}`))
    child.on('exit', (code) => {
      clearInterval(ticker)
      for (const [signal, hand] of Object.entries(handOn)) process.off(signal, hand)
      if (code !== 0) process.exit(code ?? 1)
      done()
    })
  })
const node = (args, ...step) => run(process.execPath, args, ...step)

const packagesOf = (path) => Object.entries(JSON.parse(readFileSync(path, 'utf8')).packages)

/** npm writes its own lock beside the packages once they all lie there; builds for other platforms are left out. */
const isInstalled = () => {
  const hidden = 'node_modules/.package-lock.json'
  if (!existsSync(hidden)) return false
  const there = new Map(packagesOf(hidden))
  return packagesOf('package-lock.json').every(
    ([path, { optional, version }]) => path === '' || optional || there.get(path)?.version === version,
  )
}

const install = async () => {
  if (isInstalled()) return
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  await run(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], 'installing packages', 'once; a minute or two')
}

const tools = ['build', 'page-builds', 'server-bundle'].map((name) => `tools/${name}.ts`)
const sources = ['contract', 'server', 'web', 'vite.config.ts', 'package-lock.json', ...tools]
const filesIn = (path) =>
  statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => filesIn(join(path, name))) : [path]
const stamp = 'dist/.stamp'
const stampNow = () => {
  const hash = createHash('sha256')
  for (const path of sources.flatMap(filesIn).sort()) hash.update(`${path}\n`).update(readFileSync(path))
  return hash.digest('hex')
}

const build = async () => {
  const now = stampNow()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return
  rmSync(stamp, { force: true })
  await node(['--import', 'tsx', 'tools/build.ts'], 'building', 'after a change; half a minute')
  writeFileSync(stamp, now)
}

const commands = {
  /** The server takes this process over: what stops it and what it answers need no go-between. */
  start: async () => {
    await build()
    process.setSourceMapsEnabled(true)
    await import('../dist/main.js')
  },
  build,
  /** The packages alone: what every command begins with. */
  install: () => {},
  test: (args) => node(['node_modules/vitest/vitest.mjs', 'run', ...args]),
  /** In this process too, so that every signal reaches it. */
  dev: async (args) => {
    const { register } = await import('tsx/esm/api')
    register()
    const { develop } = await import('./dev.ts')
    develop(args)
  },
  /** Beside the floor, or what its word names: `npm run bench export`. */
  bench: async ([which = 'bench', ...args]) => {
    // dev builds by itself
    if (which !== 'dev') await build()
    await node(['--import', 'tsx', `bench/${which}.ts`, ...args])
  },
}

const [name, ...args] = process.argv.slice(2)
if (!Object.hasOwn(commands, name)) stop(`Unknown command "${name}": ${Object.keys(commands).join(', ')}.`)
await install()
await commands[name](args)
