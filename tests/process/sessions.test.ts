import { describe } from 'vitest'
import { openNodes } from '../support/nodes.ts'
import { describeSessions } from '../support/sessions.ts'

const platform = await openNodes(2)

describe('two server processes on one database, asked by turns', () => {
  describeSessions(platform)
})
