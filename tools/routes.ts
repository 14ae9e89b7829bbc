import { writeFileSync } from 'node:fs'
import { routes } from '#server/app.ts'
import { routeLines } from '../tests/support/route-lines.ts'

/** `npm run routes`: writes every address of the server with who may call it into the golden file that tests compare. */
writeFileSync('tests/routes.txt', routeLines(routes))
