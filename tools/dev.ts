import { spawn } from 'node:child_process'
import { createServer } from 'vite'

/** `npm run dev`: the server restarts and the pages reload as files change. Pages on 5173, calls go to the server on PORT. */
const port = process.env.PORT ?? '8080'
const server = spawn(
  process.execPath,
  ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server/main.ts'],
  { stdio: 'inherit' },
)
const pages = await createServer({ server: { port: 5173, proxy: { '/api': `http://127.0.0.1:${port}` } } })
await pages.listen()
pages.printUrls()
const end = () => {
  server.kill('SIGTERM')
  void pages.close()
}
process.on('SIGINT', end)
process.on('SIGTERM', end)
server.on('exit', (code) => process.exit(code ?? 0))
