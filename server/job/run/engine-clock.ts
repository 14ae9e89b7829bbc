import { sql } from '../../base/database/sql.ts'

/**
 * The present of everything that runs jobs, in SQL: the clock of the database, never that of a process. What runs jobs takes its clock from its
 * worker, so that a test can give it another one; a house test refuses any other present in server/job.
 */
export const engineClock = sql`now()`
