/** A table of a database, with `comment` as clients of the family show it: `name : comment`. */
export interface TableSummary {
  readonly name: string
  readonly comment: string
  /** The name of its class: `t_order_item` → `OrderItem`. */
  readonly entityName: string
}

/** A column as the catalogue of its database describes it, and the guesses of clients of the family. */
export interface TableColumn {
  readonly name: string
  /** As it is declared: `varchar(64)`, `decimal(10,2)`. */
  readonly type: string
  readonly comment: string
  readonly propertyName: string
  readonly propertyType: string
  readonly isNullable: boolean
  readonly isPrimary: boolean
  readonly isUnique: boolean
  /** Values of an enum or of a check constraint; empty without one. */
  readonly values: readonly string[]
  /** The table that a foreign key names. */
  readonly refersTo: string | null
}

export interface TableInfo extends TableSummary {
  readonly fields: readonly TableColumn[]
}

/** The first rows of a table as texts, cut after 200 characters; null is nothing, and what is no text has no value either. */
export interface TableRows {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | null)[])[]
}
