import { describe } from 'vitest'
import { openNodes } from '../support/nodes.ts'
import { describeSessions } from '../support/sessions.ts'

describe('two server processes on one database, called alternately', () => {
  describeSessions(() => openNodes(2))
})
