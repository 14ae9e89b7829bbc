import { writeFileSync } from 'node:fs'
import { routes } from '#server/routes.ts'
import { readAnswerShapes, writeAnswerShapes } from './answer-shapes.ts'

/** `npm run shapes`: writes the schemas of the answers that TypeScript types declare, for the OpenAPI document. */
writeFileSync('server/engine/answer-shapes.json', writeAnswerShapes(readAnswerShapes(routes)))
