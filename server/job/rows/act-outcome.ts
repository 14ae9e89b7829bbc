import { Readable } from 'node:stream'
import type { RefusedRow, RowsOutcome } from '#contract/job/background-job.ts'
import { type Lang, localize, type Text } from '#contract/kit/text.ts'
import { type Db, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { Cell, Sheet } from '../../base/sheets/cell.ts'
import { xlsxOf } from '../../base/sheets/xlsx.ts'

const maxListed = 200

/** Counts of an act, and the first rows that were refused. */
export const outcomeOf = async (db: Db, jobId: string, lang: Lang): Promise<RowsOutcome> => {
  const [counts] = await run<Omit<RowsOutcome, 'rows'>>(
    db,
    sql`select count(*) filter (where is_done)::integer as done, count(*) filter (where not is_done)::integer as refused,
        count(*) filter (where is_done is null)::integer as waiting from job_row where job_id = ${jobId}`,
  )
  const rows = await run<RefusedRow>(
    db,
    sql`select row_id::text as id, title, case when ${lang === 'en'}::boolean then reason_en else reason end as msg
      from job_row where job_id = ${jobId} and not is_done order by position limit ${sql.lit(maxListed)}`,
  )
  return { done: 0, refused: 0, waiting: 0, ...counts, rows }
}

const results: Readonly<Record<'done' | 'refused' | 'waiting', Text>> = {
  done: ['已办理', 'Done'],
  refused: ['未办理', 'Not done'],
  waiting: ['尚未轮到', 'Not reached'],
}

/** What became of each row, as a sheet; also of an act that was stopped. */
export const sheetOfRows = async (db: Db, jobId: string, lang: Lang): Promise<Readable> => {
  const rows = await run<{ position: number; id: string; title: string | null; isDone: boolean | null; reason: Text }>(
    db,
    sql`select position, row_id::text as id, title, is_done as "isDone", array[coalesce(reason, ''), coalesce(reason_en, '')] as reason
      from job_row where job_id = ${jobId} order by position`,
  )
  const cells = rows.map(({ position, id, title, isDone, reason }): Cell[] => [
    position,
    title ?? id,
    localize(results[isDone === null ? 'waiting' : isDone ? 'done' : 'refused'], lang),
    localize(reason, lang),
  ])
  const column = (text: Text, width: number) => ({ title: localize(text, lang), width })
  const sheet: Sheet = {
    name: localize(['批量办理结果', 'Results of an act of many rows'], lang),
    columns: [
      column(['序号', 'No.'], 8),
      column(['事项', 'Subject'], 50),
      column(['结果', 'Result'], 14),
      column(['原因', 'Reason'], 60),
    ],
    rows: Readable.from([cells]),
  }
  return xlsxOf([sheet])
}
