import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { findHome } from '#server/base/postgres-home.ts'
import { newDataDir } from './process.ts'
import { until } from './until.ts'

/**
 * A data directory as `furnish` leaves it, made by the first test file that asks and copied for every file: to start on an
 * empty directory is what tests/process tests, and it takes long.
 */
export const copyFurnished = async <Told>(furnish: (dataDir: string) => Promise<Told>) => {
  const home = inject('furnished')
  const [dataDir, told, claim] = [join(home, 'data'), join(home, 'told.json'), join(home, 'claim')]
  const isMine = () => {
    try {
      mkdirSync(claim)
      return true
    } catch {
      return false
    }
  }
  const make = async () => {
    try {
      writeFileSync(told, JSON.stringify(await furnish(dataDir)))
    } catch (error) {
      // the next one tries again
      rmdirSync(claim)
      throw error
    }
  }
  await until(async () => {
    if (!existsSync(told) && isMine()) await make()
    return existsSync(told)
  }, 110_000)
  const copy = newDataDir()
  // owners and modes as they are: PostgreSQL starts on nothing else
  execFileSync('cp', ['-a', dataDir, copy])
  const [from, to] = [findHome(dataDir), findHome(copy)]
  if (!existsSync(to.data)) execFileSync('cp', ['-a', from.data, to.data])
  return { dataDir: copy, told: JSON.parse(readFileSync(told, 'utf8')) as Told }
}
