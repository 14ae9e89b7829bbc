import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'

const ticksPerSecond = 100

/** The fields after the name: state, parent, …, user, system, waited user, waited system. */
const statOf = (pid: string): string[] => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

const sum = (fields: readonly string[], from: number, to: number) =>
  fields.slice(from, to).reduce((total, ticks) => total + Number(ticks), 0) / ticksPerSecond

/** Reads the processor seconds of all processes of this PostgreSQL, those that have ended included. Linux only. */
export const cpuOfDatabase = async (superuser: pg.Client): Promise<() => number> => {
  const { rows } = await superuser.query<{ pid: string }>(
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`,
  )
  const { pid = '' } = rows[0] ?? {}
  const ofServer = () => sum(statOf(pid), 11, 15)
  const ofChildren = () =>
    readdirSync('/proc').reduce((total, one) => {
      try {
        const fields = /^\d+$/.test(one) ? statOf(one) : []
        return fields[1] === pid ? total + sum(fields, 11, 13) : total
      } catch {
        return total
      }
    }, 0)
  return () => {
    // a child that ends meanwhile would count twice: its time becomes that of the server
    for (let before = ofServer(); ; ) {
      const children = ofChildren()
      const after = ofServer()
      if (after === before) return children + after
      before = after
    }
  }
}
