import { EventEmitter } from 'node:events';

// A test file may hold many services in one process, each of which listens for its shutdown.
EventEmitter.defaultMaxListeners = 100;
