import { writeFileSync } from 'node:fs'
import { routes } from '#server/routes.ts'
import { routeLines } from '../tests/support/route-lines.ts'

/** `npm run routes`: writes all server routes with their access rules to the golden file that tests compare. */
writeFileSync('tests/routes.txt', routeLines(routes))
