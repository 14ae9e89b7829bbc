/** One of the twenty checks of scheduled jobs. */
export interface JobCheck {
  /** By any of which it can be selected. */
  readonly names: readonly string[]
  /** What it asks for, in short. */
  readonly demand: string
  /** The files of tests and measurements that prove it, all of which must pass. */
  readonly files: readonly string[]
}

const real = (name: string) => `bench/job-checks/${name}.check.ts`
const run = (name: string) => `server/job/run/${name}.test.ts`
const spec = (name: string) => `tests/spec/${name}.test.ts`
const process = (name: string) => `tests/process/${name}.test.ts`

/** In their order. Files of `bench/job-checks` start servers and workers, each a process; the others are also part of `npm test`. */
export const jobChecks: readonly JobCheck[] = [
  {
    names: ['engine'],
    demand: 'rollback, retry, delay, priority, exclusive keys, time limits, lateness of due runs',
    files: [real('engine'), run('claim'), run('processor-run'), spec('process-jobs')],
  },
  { names: ['kill9'], demand: 'the process of a run is killed', files: [real('kill9'), process('workers')] },
  { names: ['zombie'], demand: 'a process stands still and goes on', files: [real('zombie')] },
  { names: ['stop'], demand: 'a run is stopped and stays so', files: [real('stop'), run('runner')] },
  { names: ['cron'], demand: 'three planners, one killed: each time once', files: [real('cron'), run('planner')] },
  { names: ['misfire'], demand: 'missed times become one run', files: [real('misfire'), run('planner')] },
  {
    names: ['quartz'],
    demand: 'the times of cron expressions, as Quartz reads them, in other zones and where the clock changes',
    files: [run('cron'), run('cron-clocks'), 'contract/job/time-expression.test.ts', spec('job-schedule')],
  },
  { names: ['rate', 'delay'], demand: 'jobs that repeat by themselves', files: [real('rhythm'), run('processor-run')] },
  {
    names: ['broadcast', 'mapreduce'],
    demand: 'runs that several workers share, one of which is killed',
    files: [real('parallel'), run('parallel-run')],
  },
  { names: ['concurrency'], demand: 'parts of a run on one worker', files: [real('concurrency')] },
  {
    names: ['limits'],
    demand: 'maximum of runs, time limit, designated workers, minimum resources',
    files: [real('limits'), 'server/job/workers/eligible.test.ts'],
  },
  { names: ['alarm'], demand: 'threshold, window and silence', files: [run('alerts'), run('alert-rule')] },
  {
    names: ['tx'],
    demand: 'a step that fails leaves no run; twenty requests at once',
    files: [real('tx'), spec('process-jobs')],
  },
  {
    names: ['logs'],
    demand: 'types, levels, upper limit, parts, attempts, download',
    files: [real('logs'), run('processor-run')],
  },
  {
    names: ['sandbox'],
    demand: 'hostile modules are contained; off by default',
    files: ['server/job/external/sandbox.test.ts', spec('external-processors')],
  },
  {
    names: ['sync'],
    demand: 'job servers of PowerJob 4 and 5',
    files: [
      spec('job-sync'),
      ...['powerjob-client', 'remote-job', 'remote-instance', 'lossless-json'].map(
        (name) => `server/job/sync/${name}.test.ts`,
      ),
    ],
  },
  {
    names: ['restart'],
    demand: 'the embedded database: server and database are killed; a second server on the same folder',
    files: [real('restart'), process('life'), process('database-ends')],
  },
  {
    names: ['dbdrop', 'drain'],
    demand: 'all connections end; workers are told to stop',
    files: [real('interruptions'), process('jobs'), process('pooler')],
  },
  {
    names: ['api'],
    demand: 'calls, fields, messages, defaults, permissions',
    files: [...['job-info', 'job-instance', 'job-schedule', 'job-server'].map(spec), 'tests/wire/wire.test.ts'],
  },
  { names: ['soak'], demand: 'ten minutes of fifty jobs, a worker killed each minute', files: [real('soak')] },
]
