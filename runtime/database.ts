export type SqlValue = string | number | null

/** A database or a transaction: store functions take either. */
export interface Sql {
  /** One statement with its values bound; prepared once for each place in the code. */
  query<Row>(text: TemplateStringsArray, ...values: SqlValue[]): Promise<Row[]>
  /** Several statements without values: migrations. */
  execute(script: string): Promise<void>
}

export interface Database extends Sql {
  /**
   * All of `work` or none of it; it has happened, durably, when the promise resolves. `work` awaits only
   * statements: a network call, a hash or a timer in here would hold up every other writer.
   */
  transaction<T>(work: (tx: Sql) => Promise<T>): Promise<T>
  /** Once what is under way is done. */
  close(): Promise<void>
}
