import { createServer } from 'node:net'
import { StartupError } from './env.ts'

/** A StartupError for an address that the server cannot listen on; other errors are returned unchanged. */
export const addressFault = (error: unknown, port: number, host: string): unknown => {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return new StartupError(`Port ${port} on ${host} is taken. Set PORT to a free one.`)
  if (code === 'EACCES')
    return new StartupError(`Port ${port} cannot be opened by this user. Set PORT to one above 1023.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new StartupError(`HOST "${host}" is not an address of this machine.`)
  return error
}

/** Rejects if the server cannot listen on this address. Runs before anything else is set up. */
export const checkAddress = (port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => reject(addressFault(error, port, host)))
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
