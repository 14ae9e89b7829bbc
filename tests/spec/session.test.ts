import { openPlatform } from '../support/platform.ts'
import { describeSessions } from '../support/sessions.ts'

describeSessions(() => openPlatform())
