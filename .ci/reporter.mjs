import { writeFileSync } from 'node:fs'

/**
 * Writes the project, duration and results of each test file, and the time from the first to the last file of each project, to
 * the path in GATE_REPORT, for .ci/tally.mjs.
 */
export default class GateReporter {
  projects = {}

  onTestModuleStart({ project }) {
    this.projects[project.name] ??= { began: Date.now() }
  }

  onTestModuleEnd({ project }) {
    this.projects[project.name].ended = Date.now()
  }

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
        // skipped tests and tests that did not run count as failed; a file that cannot be loaded counts as one failure
        failed: tests.length - passed + (module.errors().length || tests.length === 0 ? 1 : 0) + errorsIn(module),
      }
    })
    const moduleIds = modules.map(({ moduleId }) => moduleId)
    const errors = unhandledErrors.filter((error) => !moduleIds.includes(error.VITEST_TEST_PATH)).length
    writeFileSync(process.env.GATE_REPORT, JSON.stringify({ files, errors, projects: this.projects }))
  }
}
