// Plain JavaScript: a thread that had to strip types would take some MiB more. Copies the log into the database whenever it
// gets a message, and answers each.
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

if (parentPort) serve(parentPort, new DatabaseSync(workerData))

/**
 * @param {import('node:worker_threads').MessagePort} port
 * @param {DatabaseSync} database
 */
function serve(port, database) {
  // A checkpoint flushes the log before it writes to the database, and the database before the log begins anew.
  database.exec('pragma synchronous = normal; pragma wal_autocheckpoint = 0')
  const checkpoint = database.prepare('pragma wal_checkpoint(passive)')
  port.on('message', () => {
    try {
      checkpoint.get()
      port.postMessage(null)
    } catch (error) {
      // On its way between threads an error loses the code of SQLite.
      port.postMessage({ message: error.message, errcode: error.errcode })
    }
  })
}
