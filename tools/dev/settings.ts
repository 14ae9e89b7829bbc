import { StartupError } from '#server/base/process/env.ts'

/** Settings of `npm run dev` in addition to those of the server. */
export interface DevSettings {
  /** Pages as in production: built, rendered on the server, under its content policy. */
  readonly isLikeProduction: boolean
  readonly pagesPort: number
}

const likeProduction = '--like-production'

export const readDevSettings = (args: readonly string[], { PAGES_PORT }: NodeJS.ProcessEnv): DevSettings => {
  const [unknown] = args.filter((arg) => arg !== likeProduction)
  if (unknown) throw new StartupError(`Unknown option "${unknown}"; there is only ${likeProduction}.`)
  const pagesPort = Number(PAGES_PORT || 5173)
  if (!Number.isInteger(pagesPort) || pagesPort < 0 || pagesPort > 65_535)
    throw new StartupError(`PAGES_PORT must be 0 to 65535; it is "${PAGES_PORT}".`)
  return { isLikeProduction: args.includes(likeProduction), pagesPort }
}
