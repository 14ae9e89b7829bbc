import type { TestProject } from 'vitest/node'
import { adminPassword } from './admin-password.ts'
import { openResources } from './resources.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the shared resources of the run (ask.ts). */
    resources: string
    /** The database server of this project; null is the embedded one. */
    databaseServer: string | null
    adminPassword: string
  }
}

/** Runs before the tests of a project. Starts nothing, since pure tests and listing tests need no database. */
export default async (project: TestProject) => {
  const { address, release } = await openResources()
  const { DATABASE_URL, CI_DATABASE_URL } = process.env
  project.provide('resources', address)
  project.provide('databaseServer', (project.name === 'second' ? CI_DATABASE_URL : DATABASE_URL) ?? null)
  project.provide('adminPassword', adminPassword)
  return release
}
