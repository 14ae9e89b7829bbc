import { describe } from 'vitest'
import { openNodes } from '../support/nodes.ts'
import { describeSessions } from '../support/sessions.ts'

describe('two server processes on one database, asked by turns', () => {
  describeSessions(() => openNodes(2))
})
