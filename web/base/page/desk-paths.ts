import { platformHealth } from '#contract/desk/platform-health.ts'
import { matters } from '#contract/project/matter.ts'

/** The figures of the desk, which depend on many kinds of rows; stale after each write. */
export const deskPaths: readonly string[] = [matters.list.path, platformHealth.read.path]
