import { walkConsole } from '../support/access-console.ts'
import { faintByNight } from '../support/barriers.ts'

walkConsole('zh', faintByNight)
