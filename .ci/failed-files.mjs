import { existsSync, readFileSync } from 'node:fs'

/** Prints the failed files of a report as `project file`. Prints nothing if there are too many to be just unstable. */
const maxFiles = 5
const report = process.argv[2]
const { files, errors } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { files: [], errors: 1 }
const failed = files.filter((one) => one.failed > 0)
if (!errors && failed.length <= maxFiles)
  process.stdout.write(failed.map(({ project, file }) => `${project} ${file}\n`).join(''))
