import { inject } from 'vitest'
import type { Databases, Resources } from './resources.ts'

const ask = async <P extends keyof Resources>(path: P, query = ''): Promise<Resources[P]> => {
  const response = await fetch(`${inject('resources')}${path}${query}`)
  const { answer, fault } = (await response.json()) as { answer: Resources[P]; fault?: string }
  if (fault) throw new Error(fault)
  return answer
}

/** The database server of this project, opened for the whole run. */
export const askDatabases = (): Promise<Databases> => {
  const server = inject('databaseServer')
  return ask('/databases', server ? `?${new URLSearchParams({ server })}` : '')
}

/** Builds the product if necessary; resolves to the browser for the tests. */
export const askProduct = () => ask('/product')
