/** What the tests of several modules share: JVMs in processes of their own. */
package dev.weft.support;
