import { writeFileSync } from 'node:fs'

/** Writes what .ci/tally.mjs adds up to the file GATE_REPORT names: each test file with its project, its time and its results. */
export default class GateReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const errorsIn = (module) => unhandledErrors.filter((error) => error.VITEST_TEST_PATH === module.moduleId).length
    const files = modules.map((module) => {
      const tests = [...module.children.allTests()]
      const passed = tests.filter((test) => test.result().state === 'passed').length
      return {
        project: module.project.name,
        file: module.relativeModuleId,
        seconds: module.diagnostic().duration / 1000,
        passed,
        // a test that was skipped or never ran has not passed; a file that cannot be read is one failure
        failed: tests.length - passed + (module.errors().length || tests.length === 0 ? 1 : 0) + errorsIn(module),
      }
    })
    const moduleIds = modules.map(({ moduleId }) => moduleId)
    const errors = unhandledErrors.filter((error) => !moduleIds.includes(error.VITEST_TEST_PATH)).length
    writeFileSync(process.env.GATE_REPORT, JSON.stringify({ files, errors }))
  }
}
