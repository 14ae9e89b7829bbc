import { PlaceTable } from './place-table.tsx'
import { type Place, rankPlaces } from './ranked-places.ts'

/** The country as a table, for browsers without scripts; only the server renders it. */
export const PlainNational = ({ places }: { places: readonly Place[] }) => (
  <PlaceTable list={rankPlaces(places)} selected={null} year={null} />
)
