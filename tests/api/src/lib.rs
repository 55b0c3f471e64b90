//! Shared harness of the API tests.
