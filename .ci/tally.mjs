import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Summarizes a gate run from its working directory: the test report, the reports of rerun files, and the steps (lines
 * of `name seconds exit-code`). Slow files and slow runs cause a warning, never a failure.
 */
const [directory, seconds] = process.argv.slice(2)
const gateGoalMinutes = 12
// leaves room for a busy machine
const gateWarningMinutes = 15
const slowFile = 25

const read = (name) => {
  const path = join(directory, name)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { files: [], errors: 1, projects: {} }
}
const first = read('report.json')
const again = readdirSync(directory)
  .filter((name) => name.startsWith('again-'))
  .map(read)
const passedAgain = (one) =>
  again
    .filter(({ errors }) => errors === 0)
    .flatMap(({ files }) => files)
    .find(({ project, file, failed }) => project === one.project && file === one.file && failed === 0)
const unstable = first.files.filter((one) => one.failed > 0 && passedAgain(one))
const files = first.files.map((one) => (unstable.includes(one) ? passedAgain(one) : one))

const steps = readFileSync(join(directory, 'steps'), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => line.split(' '))
const say = (line) => process.stdout.write(`${line}\n`)
const sum = (values) => values.reduce((total, value) => total + value, 0)
const round = (value) => String(Math.round(value)).padStart(5)

say('where the time went, in seconds (steps run side by side)')
for (const [name, time, code] of steps) say(`${round(Number(time))}  ${name}${code === '0' ? '' : '  FAILED'}`)
for (const project of new Set(files.map((one) => one.project))) {
  const own = files.filter((one) => one.project === project)
  const [passed, failed] = [sum(own.map((one) => one.passed)), sum(own.map((one) => one.failed))]
  const { began, ended } = first.projects[project]
  const ofFiles = Math.round(sum(own.map((one) => one.seconds)))
  say(
    `${round((ended - began) / 1000)}  ${project}: ${own.length} files (together ${ofFiles} s), ${passed} passed, ${failed} failed`,
  )
}
say('the slowest files')
const bySeconds = [...files].sort((a, b) => b.seconds - a.seconds)
for (const { project, file, seconds: time } of bySeconds.slice(0, 10)) say(`${round(time)}  ${project} ${file}`)
for (const { project, file, seconds: time } of bySeconds.filter((one) => one.seconds > slowFile))
  say(`WARNING: ${project} ${file} takes ${Math.round(time)} s; a file should take at most ${slowFile} s`)
const minutes = (Number(seconds) / 60).toFixed(1)
say(`the gate took ${minutes} minutes`)
if (Number(seconds) > gateWarningMinutes * 60)
  say(`WARNING: the gate takes ${minutes} minutes (goal: ${gateGoalMinutes}, warning from ${gateWarningMinutes})`)

for (const { project, file, failed } of unstable)
  say(`UNSTABLE: ${project} ${file} failed ${failed} of its tests and passed when run again; fix it next`)

// a failed test step is already counted by its failed files; without any, the step itself counts as a failure
const failsByItself = ({ name, code }) =>
  code !== '0' && !(name === 'tests' && first.files.some((one) => one.failed > 0))
const failedSteps = steps.map(([name, , code]) => ({ name, code })).filter(failsByItself).length
const passed = sum(files.map((one) => one.passed)) + steps.length - failedSteps
// a run that was aborted or found no tests counts as failed, even if its report shows no failures
const failed = sum(files.map((one) => one.failed)) + first.errors + (files.length === 0 ? 1 : 0) + failedSteps
say(`${passed} passed, ${failed} failed`)
process.exitCode = failed ? 1 : 0
